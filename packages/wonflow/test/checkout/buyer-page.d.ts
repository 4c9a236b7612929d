import { launchChromium } from "@wonflow/testkit/chromium";
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from "playwright-core";
export declare const sizes: {
  readonly phone: {
    readonly width: 390;
    readonly height: 844;
  };
  readonly desktop: {
    readonly width: 1280;
    readonly height: 800;
  };
};
/** What differs between one buyer's browser and another's. */
export interface BuyerBrowser {
  readonly language?: "ko" | "en";
  readonly size?: keyof typeof sizes;
  readonly dark?: boolean;
  readonly options?: BrowserContextOptions;
}
/** A page in a buyer's browser, with everything that went wrong there so far. */
export interface BuyerPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the page's policy, errors of its script, and what the console says of either. */
  readonly pageErrors: string[];
}
/** Opens an empty page in a new browser context. */
export declare function openBuyerPage(browser: Browser, browsing?: BuyerBrowser): Promise<BuyerPage>;
export declare const goodCard: {
  readonly number: "4000000000110009";
  readonly expiry: "1239";
  readonly passwordFront2: "12";
  readonly registNo: "900101";
};
/** Types a card key by key, as a buyer does. */
export declare function typeCard(
  page: Page | Frame,
  card?: Partial<Record<keyof typeof goodCard, string>>,
): Promise<void>;
/** Cards that a page sends are authenticated, and the answers get lost. */
export declare function loseAnswers(page: Page): Promise<unknown>;
/** Fills in a card at once, for what comes after it. */
export declare function fillCard(
  page: Page | Frame,
  card?: Partial<Record<keyof typeof goodCard, string>>,
): Promise<void>;
export declare const fieldValues: (page: Page) => Promise<string[]>;
/** The heading that a buyer sees. */
export declare const heading: (page: Page) => Promise<string>;
export { launchChromium };
