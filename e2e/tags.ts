/** What a tag id says of its tag. */
export const sizeOfTag = (tagMac: string): string => tagMac[8] ?? '5'
