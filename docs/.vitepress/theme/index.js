import "./words.css";

export { default } from "vitepress/theme";
