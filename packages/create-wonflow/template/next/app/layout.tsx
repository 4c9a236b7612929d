import type { ReactNode } from "react";

export const metadata = { title: "Tea house" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: "28rem", margin: "4rem auto", padding: "0 1rem", font: "1.125rem/1.6 system-ui" }}>
        <h1>Tea house</h1>
        {children}
      </body>
    </html>
  );
}
