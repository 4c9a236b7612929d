/** What a merchant brings into a run: its bank money, settled before. */
export const openingReference = "opening";
