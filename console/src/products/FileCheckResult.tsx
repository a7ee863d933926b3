/** What a dry run of a product file found: what would change, and what would go wrong. */
import type { FileCheck } from '@endcap/contract/product-files'
import { keysOf } from '@endcap/contract/typed-object'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAliasLabel } from '../data/aliases.ts'
import { sayLines } from '../form/file-reasons.ts'
import { PriceReview } from '../form/PriceReview.tsx'
import { Rest } from '../form/Rest.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import type { PriceTicks } from '../form/use-price-ticks.ts'
import { formatNumber } from '../ui/format.ts'
import { Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './file-check.module.css'
import { clsx } from 'clsx'
import noticeStyles from '../ui/notice.module.css'

interface Props {
  check: FileCheck
  ticks: PriceTicks
  /** What hands the wrong lines over as a file. */
  wrongLines: ReactNode
  /** The wrong lines shall be left out, where the store allows that. */
  goodLines: boolean
  onGoodLines: (chosen: boolean) => void
}

export function FileCheckResult({ check, ticks, wrongLines, goodLines, onGoodLines }: Props) {
  const { t } = useTranslation()
  const { dataCount, newCount, changed, unchanged, errorCount, goodCount, tagCount, checkedCount, problemCount, problems } = check
  const { familyCount, secondCodeCount, cheaper, dearer } = check
  const { displayCount, checkedDisplayCount, leftOutCount, leftOut } = check
  const good = errorCount === 0 && problemCount === 0 && leftOutCount === 0
  const wrong = [
    problemCount > 0 && t('files.check.bad', { count: problemCount }),
    leftOutCount > 0 && t('files.check.badDisplays', { count: leftOutCount }),
  ].filter((sentence) => sentence !== false)
  const facts = {
    rows: dataCount,
    new: newCount,
    changed,
    unchanged,
    ...(cheaper > 0 && { cheaper }),
    ...(dearer > 0 && { dearer }),
    ...(familyCount > 0 && { families: familyCount }),
    ...(secondCodeCount > 0 && { secondCodes: secondCodeCount }),
    ...(errorCount > 0 && { errors: errorCount }),
    labels: tagCount,
    ...(problemCount > 0 && { problems: problemCount }),
    ...(leftOutCount > 0 && { leftOut: leftOutCount }),
  }
  return (
    <section className={styles.fileCheck} aria-label={t('files.check.title')}>
      <p role="status" className={clsx(noticeStyles.notice, errorCount > 0 ? noticeStyles.bad : !good && noticeStyles.alarm)}>
        <b>
          {errorCount > 0
            ? t(goodCount > 0 ? 'files.check.partlyGood' : 'files.check.refused')
            : good
              ? t('files.check.good')
              : wrong.join(' ')}
        </b>
        {errorCount > 0 ? (
          t(goodCount > 0 ? 'files.check.whyPartly' : 'files.check.whyRefused', { count: errorCount })
        ) : (
          <Duration seconds={check.expectedSeconds} labels={tagCount} />
        )}
      </p>
      <dl className={styles.counts} data-part="counts">
        {keysOf(facts).map((name) => (
          <div key={name} data-bad={name === 'errors' || name === 'problems' || name === 'leftOut' || undefined}>
            <dt>{t(`files.check.${name}`)}</dt>
            <dd>{formatNumber(facts[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {checkedCount < tagCount && (
        <p className={styles.rest}>{t('files.check.partly', { checked: formatNumber(checkedCount), labels: formatNumber(tagCount) })}</p>
      )}
      {checkedDisplayCount < displayCount && (
        <p className={styles.rest}>
          {t('files.check.partlyDisplays', { checked: formatNumber(checkedDisplayCount), displays: formatNumber(displayCount) })}
        </p>
      )}
      <WrongPart {...{ check, wrongLines, goodLines, onGoodLines }} />
      {(errorCount === 0 || goodCount > 0) && <PriceReview review={check} ticks={ticks} inFile />}
      {problems.length > 0 && (
        <>
          <h3>{t('files.check.badLabels')}</h3>
          <ul className={styles.labels} aria-label={t('files.check.badLabels')} tabIndex={0}>
            {problems.map(({ tagMac, prCode, reason, detail }) => (
              <li key={tagMac}>
                <span className={helpers.mono}>{prCode}</span>
                <span className={helpers.mono}>{tagMac}</span>
                <b>{t(`tags.reason.${reason}`)}</b>
                <span>{detail}</span>
              </li>
            ))}
          </ul>
          <Rest shown={problems.length} of={problemCount} />
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>{t('files.check.leftOutOnDisplays')}</h3>
          <ul className={styles.labels} aria-label={t('files.check.leftOutOnDisplays')} tabIndex={0}>
            {leftOut.map(({ mac, name, prCode, reason }) => (
              <li key={`${mac} ${prCode}`}>
                <span className={helpers.mono}>{prCode}</span>
                <span className={helpers.mono}>{mac}</span>
                <b>{t(`tags.reason.${reason}`)}</b>
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <Rest shown={leftOut.length} of={leftOutCount} />
        </>
      )}
    </section>
  )
}

/** The lines that are wrong, and the choice to leave them out. */
function WrongPart({ check, wrongLines, goodLines, onGoodLines }: Omit<Props, 'ticks'>) {
  const { t } = useTranslation()
  const { errorCount, goodCount } = check
  const error = sayLines(check.error, check.reasons, { labelOf: useAliasLabel() })
  if (error.length === 0) return null
  return (
    <>
      <h3>{t('files.errors')}</h3>
      <WrongLines label={t('files.errors')} lines={error} />
      <Rest shown={error.length} of={errorCount} />
      {wrongLines}
      {goodCount > 0 && (
        <Tick
          label={t('files.check.tickGood', { wrong: formatNumber(errorCount), good: formatNumber(goodCount) })}
          checked={goodLines}
          onChange={(event) => onGoodLines(event.target.checked)}
        />
      )}
    </>
  )
}

/** Only a few steps: the rate of the last tasks tells no more. */
function Duration({ seconds, labels }: { seconds: number | null; labels: number }) {
  const { t } = useTranslation()
  if (labels === 0) return t('files.check.noLabels')
  if (seconds === null) return t('files.check.unknownTime')
  return seconds < 90 ? t('files.check.seconds', { count: seconds }) : t('files.check.minutes', { count: Math.round(seconds / 60) })
}
