/** Trimmed and without repeats, as the specification wants the list. */
export const splitCodes = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((code) => code.trim())
      .filter(Boolean),
  ),
]
