import type { StoredCardDetails } from "@wonflow/core";

/** A test card by which everything succeeds, as a buyer would have it stored. */
export const storedCard: StoredCardDetails = {
  number: "4000000000110009",
  expiryMonth: "12",
  expiryYear: "30",
  registNo: "900101",
  passwordFront2: "12",
  cvc: "123",
  ownerName: "김토스",
  ownerPhoneNumber: "01012345678",
};
