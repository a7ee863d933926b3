/** Places for what was typed, through the server's geocoder; nothing is asked while text is being typed. */
import type { Place } from '@endcap/contract/map'
import { languages } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'

const restMs = 450
/** Shorter texts find the whole world. */
const minLetters = 2

export interface PlaceSearch {
  /** Whether the server has a geocoder. */
  possible: boolean
  /** Whether there is something to look for. */
  requested: boolean
  pending: boolean
  list: Place[]
  error: unknown
}

export function usePlaces(typed: string, possible: boolean): PlaceSearch {
  const api = useApi()
  const { i18n } = useTranslation()
  const requested = possible && typed.trim().length >= minLetters
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const resting = requested && text === typed.trim()
  const language = languages.find((one) => one === i18n.language)
  const query = useQuery({
    queryKey: ['map', 'places', text, language],
    queryFn: ({ signal }) => api.map.places({ query: { q: text, ...(language !== undefined && { language }) } }, { signal }),
    enabled: resting,
    retry: false,
    staleTime: 600_000,
  })
  return {
    possible,
    requested,
    pending: !resting || query.isFetching,
    list: (resting ? query.data?.places : undefined) ?? [],
    error: resting && query.isError ? query.error : undefined,
  }
}
