import type { ReactNode } from "react";

export const metadata = { title: "Tea house" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <h1>Tea house</h1>
        {children}
      </body>
    </html>
  );
}
