// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from "vitest";

import { chooseDisplay } from "./display.ts";

const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15";

const desktop = { userAgent: mac };
const phone = { userAgent: iphone };
const android = { userAgent: mac, userAgentData: { mobile: true } };
const tablet = { userAgent: iphone, userAgentData: { mobile: false } };

afterEach(() => vi.unstubAllGlobals());

describe("where a checkout opens", () => {
  test.each([
    ["on a desktop", desktop, "auto", "overlay", "overlay"],
    ["on a phone", phone, "auto", "redirect", undefined],
    ["on a phone with client hints", android, "auto", "redirect", undefined],
    ["on a tablet with client hints", tablet, "auto", "overlay", "overlay"],
    ["on a desktop, redirect requested", desktop, "redirect", "redirect", undefined],
    ["on a phone, overlay requested", phone, "overlay", "overlay", undefined],
  ] as const)("%s", (_, navigator, wanted, inTopPage, inFrame) => {
    vi.stubGlobal("navigator", navigator);
    expect(chooseDisplay(wanted)).toBe(inTopPage);
    vi.stubGlobal("top", {});
    expect(chooseDisplay(wanted)).toBe(inFrame);
  });

  test("a browser that cannot draw the window navigates", () => {
    vi.stubGlobal("navigator", desktop);
    vi.stubGlobal("document", {});
    expect(chooseDisplay("auto")).toBe("redirect");
    expect(chooseDisplay("overlay")).toBe("redirect");
  });
});
