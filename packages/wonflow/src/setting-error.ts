/** A setting that can't be used; the message is one line with the setting and what to do. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}
