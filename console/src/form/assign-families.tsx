/**
 * What is asked before a product that belongs to families is put on a tag (specification 1 §5): on the site with large tags a large one
 * wants a large ticket; otherwise the person chooses between the product and a family that holds it.
 */
import type { Contract } from '@endcap/contract'
import { CallError, type Client } from '@endcap/contract/client'
import { sizeDigitOf } from '@endcap/label/models'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { givenOf, type Assigned, type AssignJob } from '../data/assign-job.ts'
import { Choices } from './Choices.tsx'
import helpers from '../ui/helpers.module.css'

interface Family {
  fmPrCode: string
  prCodeList: string[]
  layoutId: string
}
interface State {
  /** Families that are chosen from; empty while nothing is asked. */
  families: readonly Family[]
  /** A family code, or nothing for the product alone. */
  choice: string
}

/** Refusals that are questions: sent again, they are answered. */
export const familyQuestions = ['large-ticket', 'family-choice']
/** The ninth character of a tag id that means a large tag (specification 1 §5). */
const largeSize = '9'
const largeTagSite = 'croma'
export const wantsLargeTicket = (site: string, tagMac: string): boolean => site === largeTagSite && sizeDigitOf(tagMac) === largeSize

export function createFamilyDesk(api: Client<Contract>, { storeCode, site }: { storeCode: string; site: string }) {
  let state: State = { families: [], choice: '' }
  const listeners = new Set<() => void>()
  const set = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose: (choice: string) => set({ ...state, choice }),
    /** Refuses with a question as long as the person was not asked; answers the family that was chosen, if one was. */
    async ask({ tagMac, code, sure }: AssignJob): Promise<Family | undefined> {
      if (sure) {
        const chosen = state.families.find((family) => family.fmPrCode === state.choice)
        set({ families: [], choice: '' })
        return chosen
      }
      const { familyList } = await api.tags.findByPrCode({ params: { prCode: code, storeCode } })
      if (familyList.length === 0) return undefined
      if (wantsLargeTicket(site, tagMac))
        throw new CallError(409, { code: 'large-ticket', message: 'This is a large tag. Please use a large ticket.' })
      set({ families: familyList, choice: familyList.find((family) => family.fmPrCode === code)?.fmPrCode ?? '' })
      throw new CallError(409, { code: 'family-choice', message: 'This product belongs to a family. Choose what the tag shall show.' })
    },
    /** Lets the tag show the family: every product of it, as the family is and will be. */
    async assign({ tagMac }: AssignJob, { fmPrCode }: Family): Promise<Assigned> {
      await api.tags.assignMultiple({ body: { taskId: -1, priorTaskId: -1, storeCode, tagList: [{ tagMac, fmPrCode }] } })
      return { prCode: fmPrCode, prName: null, before: givenOf(null) }
    },
  }
}
export type FamilyDesk = ReturnType<typeof createFamilyDesk>

/** `code`: the product that stands in the fields. */
export function FamilyChoices({ desk, code }: { desk: FamilyDesk; code: string }) {
  const { t } = useTranslation()
  const { families, choice } = useSyncExternalStore(desk.subscribe, desk.get)
  if (families.length === 0) return null
  return (
    <Choices
      name="family"
      legend={t('tags.assign.families')}
      tall
      options={[
        { value: '', label: <span className={helpers.mono}>{code}</span> },
        ...families.map(({ fmPrCode, prCodeList }) => ({
          value: fmPrCode,
          label: (
            <span>
              <span className={helpers.mono}>{fmPrCode}</span>
              <small>{prCodeList.join(', ')}</small>
            </span>
          ),
        })),
      ]}
      value={choice}
      onChoose={desk.choose}
    />
  )
}
