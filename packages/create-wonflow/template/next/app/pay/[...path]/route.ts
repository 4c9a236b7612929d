import { wonflow } from "../../payments.ts";

async function serve(request: Request): Promise<Response> {
  const { handler } = await wonflow();
  return handler(request);
}

// Without these Next.js would answer HEAD and OPTIONS itself, and the SDK's requests need our OPTIONS.
export { serve as GET, serve as HEAD, serve as OPTIONS, serve as POST, serve as PUT, serve as PATCH, serve as DELETE };
