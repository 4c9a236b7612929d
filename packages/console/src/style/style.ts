import { colors } from "./colors.ts";
import { controls } from "./controls.ts";
import { frame } from "./frame.ts";
import { plots } from "./plots.ts";
import { print } from "./print.ts";
import { tables } from "./tables.ts";

/** All of the console's style sheet, in the order in which later rules win. */
export const style = [colors, frame, controls, tables, plots, print].join("").replaceAll(/\n+/g, "");
