import type { Browser } from "playwright-core";
import { type CheckoutService } from "./checkout-service.ts";
/** The browser of the running test file. */
export declare let browser: Browser;
/** The service of the running test file. */
export declare let service: CheckoutService;
/** Gives a test file a browser, whose pages are closed after each test. */
export declare function useBrowser(): void;
/** Gives a test file a browser and a service. */
export declare function useBrowserAndService(): void;
