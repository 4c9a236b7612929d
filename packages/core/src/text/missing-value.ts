/** What a program without a value writes in a text, and the problem with it. */
export const missingValue = [
  /^(undefined|null|NaN|\[object \w+\])$/,
  "is not set: the word for a missing value is sent in its place",
] as const;
