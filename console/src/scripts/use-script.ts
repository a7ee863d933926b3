/** One script: what is stored, what was made of it, and how it is kept. */
import { CallError } from '@endcap/contract/client'
import type { ScriptKind, UseType } from '@endcap/contract/scripts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../app/services.ts'
import { useEdited } from '../draft/use-edited.ts'
import type { Mark } from './CodeEditor.tsx'
import { kinds } from './kinds.ts'

export interface ScriptDraft {
  code: string
  useType: UseType
}

export function useScript(kind: ScriptKind, storeCode: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { read } = kinds[kind]
  const query = useQuery({ queryKey: ['scripts', storeCode, kind], queryFn: ({ signal }) => read(api, storeCode, signal) })
  const stored = query.data
  const edit = useEdited(stored && { draft: { code: stored.code, useType: stored.useType }, version: String(stored.version) })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const change = (part: Partial<ScriptDraft>) => {
    setMarks([])
    setProblem(undefined)
    if (edit.draft !== undefined) edit.change({ ...edit.draft, ...part })
  }
  const keep = async (send: () => Promise<NonNullable<typeof stored>>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      queries.setQueryData(['scripts', storeCode, kind], await send())
      edit.discard()
      setMarks([])
      void queries.invalidateQueries({ queryKey: ['scripts', storeCode, kind, 'versions'] })
    } catch (error) {
      setProblem(error)
      setMarks(marksOf(error))
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    edit.discard()
    setProblem(undefined)
    setMarks([])
    void query.refetch()
  }
  return { query, stored, edit, busy, problem, marks, setMarks, change, keep, discard }
}

/** The line that a refusal names. */
function marksOf(error: unknown): Mark[] {
  if (!(error instanceof CallError)) return []
  const [, line] = /\(line (\d+)/.exec(error.answer.message) ?? []
  return line === undefined ? [] : [{ line: Number(line), message: error.answer.message }]
}
