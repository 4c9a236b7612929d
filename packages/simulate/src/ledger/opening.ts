/** The reference of the money that a merchant brings into a run, settled before. */
export const openingReference = "opening";
