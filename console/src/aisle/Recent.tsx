/** The last few things: what is still to send, what was refused, what is done and how its label is by now, each with the way back. */
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Glyph, State } from '../ui/state.tsx'
import type { AisleDesk } from './desk.ts'
import { tagsOf, undoneBy, undoOf, type JobParcel } from './jobs.ts'
import { Answers, codesOf, Refusal, outcomeText } from './ScanMessage.tsx'
import { useTagsNow } from './use-found.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import foundStyles from './found.module.css'

/** Jobs whose labels are looked after. */
const watched = 8

interface Props {
  storeCode: string
  desk: AisleDesk
  parcels: readonly JobParcel[]
  /** The parcel that the big letters tell of. */
  shown: number | undefined
}

export function Recent({ storeCode, desk, parcels, shown }: Props) {
  const { t } = useTranslation()
  // The question that stands in big letters needs no line.
  const list = parcels.filter((one) => one.id !== shown || one.state !== 'refused').toReversed()
  const macs = list
    .filter((one) => one.state === 'done' && one.job.kind !== 'blink' && one.job.kind !== 'dark')
    .slice(0, watched)
    .flatMap(({ job }) => tagsOf(job))
  const tags = useTagsNow(storeCode, [...new Set(macs)].toSorted())
  if (list.length === 0) return null
  return (
    <section className={foundStyles.recent} data-part="recent">
      <h2>{t('aisle.recent')}</h2>
      <ol>
        {list.map((parcel) => {
          const [mac = ''] = tagsOf(parcel.job)
          const tag = macs.includes(mac) ? tags.get(mac) : undefined
          // The label has been given something else since: that is not taken back.
          const isOver =
            parcel.state === 'done' && parcel.result.prCode !== undefined && tag !== undefined && tag.prCode !== parcel.result.prCode
          const undo = parcel.state === 'done' && !isOver ? undoOf(parcel, parcels) : undefined
          return (
            <li key={parcel.id} data-state={parcel.state}>
              <div>
                {parcel.state === 'refused' && (
                  <div className={foundStyles.recentBad}>
                    <Refusal parcel={parcel} />
                    <Answers desk={desk} parcel={parcel} />
                  </div>
                )}
                {parcel.state === 'done' && (
                  <Line
                    title={[outcomeText(parcel.job, parcel.result, t).title, parcel.result.product].filter(Boolean).join(' · ')}
                    codes={codesOf(parcel.job)}
                    more={
                      undoneBy(parcel.id, parcels)?.state === 'done' ? (
                        <span>{t('aisle.undone')}</span>
                      ) : (
                        tag !== undefined && <State state={tag.status} />
                      )
                    }
                  />
                )}
                {(parcel.state === 'waiting' || parcel.state === 'sending') && (
                  <Line
                    title={t(`aisle.${parcel.state === 'sending' ? 'sending' : 'waits'}`)}
                    codes={codesOf(parcel.job)}
                    more={<Glyph kind="info" />}
                  />
                )}
              </div>
              {undo !== undefined && (
                <Button onClick={() => desk.add(undo)}>
                  <IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />
                  {t('aisle.undo')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Line({ title, codes, more }: { title: string; codes: string; more?: React.ReactNode }) {
  return (
    <>
      <b>{title}</b>
      <small>
        <span className={helpers.mono}>{codes}</span> {more}
      </small>
    </>
  )
}
