import { binImport, memoryOfRows } from "./bin-import.ts";
import { binLookUps } from "./bin-look-ups.ts";
import { binOverHttp } from "./bin-over-http.ts";
import { catalogSearch } from "./catalog-search.ts";
import { confirmInMemory } from "./confirm.ts";
import { print } from "./report.ts";

// Figures of one machine at one time mean little; those of one run may be set beside each other.
print("BIN look-ups in process", await binLookUps());
print("BIN look-ups over HTTP", await binOverHttp());
print("Memory of a BIN row", memoryOfRows());
print("Import of a BIN table", await binImport());
print("Catalog search", await catalogSearch());
print("Confirm on the memory store", await confirmInMemory());
