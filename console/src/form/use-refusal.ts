/** What the server says of a file that it refused: the lines that are wrong, and how the file could be read. */
import { CallError } from '@endcap/contract/client'
import type { FileReading } from '@endcap/contract/file-reasons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayLines, type Line } from './file-reasons.ts'

const none: { lines: Line[]; readings: FileReading[] } = { lines: [], readings: [] }

/** `labelOf`: what people call a column of such files. */
export function useRefusal(labelOf?: (name: string) => string) {
  const { t } = useTranslation()
  const [refusal, setRefusal] = useState(none)
  return {
    ...refusal,
    clear: () => setRefusal(none),
    /** Keeps what a refusal says, and passes it on. */
    watch: async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      setRefusal(none)
      try {
        return await call()
      } catch (error) {
        if (error instanceof CallError) {
          const { error: lines = [], reasons = [], readings = [] } = error.answer
          setRefusal({ lines: sayLines(lines, reasons, { labelOf }), readings })
          // In the person's language; the server's sentence names only the first.
          if (lines.length > 0) throw new Error(t('error.file-refused'), { cause: error })
        }
        throw error
      }
    },
  }
}
