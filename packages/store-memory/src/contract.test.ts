import { storeContract } from "@wonflow/testkit";
import { memoryStore } from "./memory-store.ts";

storeContract("memory", async () => ({ store: memoryStore(), close: async () => {} }));
