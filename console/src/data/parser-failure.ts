import { parserFailed } from '@endcap/contract/product-files'

/** Whether a file was refused because its parser script failed, rather than for what stands in it. */
export const isParserFailure = ({ error }: { error: readonly string[] }): boolean => error.some((line) => line.startsWith(parserFailed))
