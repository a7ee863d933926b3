/** Short lists that many screens choose from, each asked for in one way: under one key of the cache there is one shape. */
import type { Contract } from '@endcap/contract'
import type { ResultOf } from '@endcap/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useApi } from './services.ts'

/** How long it may take until a model is offered that a store has not had before. */
const modelsStaleMs = 300_000

export type Model = ResultOf<Contract['tags']['types']>['typeList'][number]

/** The device models to choose from; undefined until they are known. A new one comes with the first tag of its kind. */
export function useModels(): readonly Model[] | undefined {
  const api = useApi()
  return useQuery({ queryKey: ['models'], queryFn: () => api.tags.types(), staleTime: modelsStaleMs }).data?.typeList
}

export type SheetLayout = ResultOf<Contract['papers']['layouts']>['layoutList'][number]
const noSheets: readonly SheetLayout[] = []

/** The sheets that labels are printed on; none until they are known. They change with the software alone. */
export function usePaperLayouts(): readonly SheetLayout[] {
  const api = useApi()
  return useQuery({ queryKey: ['paper-layouts'], queryFn: () => api.papers.layouts(), staleTime: Infinity }).data?.layoutList ?? noSheets
}

/** The names of the layouts; none until they are known. */
export function useLayoutIds(): string[] {
  const api = useApi()
  const { data } = useQuery({ queryKey: ['layouts', '', 'names'], queryFn: () => api.layouts.names() })
  return data?.layoutList.map((layout) => layout.layoutId) ?? []
}
