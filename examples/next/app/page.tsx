import { placeOrder } from "./orders.ts";
import { PayButton } from "./pay-button.tsx";

export const dynamic = "force-dynamic";

export default async function Shop() {
  return <PayButton order={placeOrder()} />;
}
