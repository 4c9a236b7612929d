/** A setting that can't be used; the message is one line with the setting and what to do. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  /** Without frames: a program that ends with it shows the message alone. */
  override readonly stack = `${this.name}: ${this.message}`;
}
