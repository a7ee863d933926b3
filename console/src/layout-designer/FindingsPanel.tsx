/** What is wrong with the label as it is drawn now, and what keeps the layout from being drawn at all. */
import type { LayoutProblem } from '@endcap/label/layout'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { Glyph } from '../ui/state.tsx'
import { Detail } from './controls.tsx'
import type { EditorLayout } from './model.ts'
import { elementNamed, inWords, nameOfElement as placeOfKey, placeOfProblem, type Words } from './places.ts'
import { nameOfElement } from './names.ts'
import type { Designer } from './use-designer.ts'
import type { DesignFinding } from './use-drawn.ts'
import { clsx } from 'clsx'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  designer: Designer
  findings: readonly DesignFinding[]
  /** Nothing was drawn yet: what is wrong is not known. */
  waits: boolean
  problems: readonly LayoutProblem[]
  /** The label could not be drawn, for another reason than the layout. */
  error: unknown
  retry: () => void
}

export function FindingsPanel({ designer, findings, waits, problems, error, retry }: Props) {
  const { t } = useTranslation()
  const { layout, selectElement, openPage } = designer
  return (
    <section className={clsx(editorStyles.panelPart, styles.findingsPart)} aria-label={t('layoutDesigner.findings')}>
      <h2>
        <span>{t('layoutDesigner.findings')}</span>
        <small>{findings.length + problems.length > 0 && findings.length + problems.length}</small>
      </h2>
      {error !== undefined && problems.length === 0 && (
        <Message role="alert">
          <span className={helpers.grow}>{t('layoutDesigner.notDrawnNow', { reason: errorText(error, t) })}</span>
          <Button onClick={retry}>{t('common.retry')}</Button>
        </Message>
      )}
      {problems.length > 0 && <p className={styles.fieldWrong}>{t('layoutDesigner.mendFirst')}</p>}
      {problems.length + findings.length === 0 &&
        error === undefined &&
        (waits ? (
          <Hint aria-busy="true">{t('common.loading')}</Hint>
        ) : (
          <Hint>
            <Glyph kind="ok" /> {t('layoutDesigner.noFindings')}
          </Hint>
        ))}
      <ul>
        {problems.map((problem) => {
          const { path, message } = problem
          const place = placeOfProblem(layout, path)
          const open = () =>
            place.key !== undefined
              ? selectElement(place.key)
              : openPage(
                  Math.max(
                    0,
                    layout.pages.findIndex(({ key }) => key === place.page),
                  ),
                )
          return (
            <Line
              key={`${path} ${message}`}
              level="error"
              title={t('layoutDesigner.wrong.any')}
              where={whereOf(layout, place.key, undefined, t)}
              words={inWords(problem)}
              onClick={open}
            />
          )
        })}
        {findings.map(({ kind, level, key, page, ...words }, index) => (
          <Line
            // oxlint-disable-next-line react/no-array-index-key -- the same thing may be wrong twice
            key={`${kind} ${index}`}
            level={level}
            words={words}
            title={t(`layouts.finding.${kind}`, { defaultValue: kind })}
            where={whereOf(layout, key, page, t)}
            onClick={() => (key === undefined ? openPage(page) : selectElement(key))}
          />
        ))}
      </ul>
    </section>
  )
}

type Translate = (key: string, values?: Record<string, unknown>) => string
/** The element by its name, and its page where there are several. */
function whereOf(layout: EditorLayout, key: string | undefined, page: number | undefined, t: Translate): string {
  const place = key === undefined ? undefined : placeOfKey(layout, key)
  const found = place === undefined ? undefined : elementNamed(layout, place.page, place.name)
  const at = place?.page ?? page
  const onPage =
    layout.pages.length > 1 && at !== undefined
      ? at === 0
        ? t('layoutDesigner.mainPage')
        : t('layoutDesigner.subPage', { number: at })
      : ''
  return [onPage, found === undefined ? '' : nameOfElement(found.element, t)].filter(Boolean).join(' · ')
}

interface LineProps {
  level: 'error' | 'warning'
  title: string
  where: string
  words: Words
  onClick: () => void
}
function Line({ level, title, where, words, onClick }: LineProps) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className={styles.finding} onClick={onClick}>
        <span className={styles.findingHead}>
          <Glyph kind={level === 'error' ? 'bad' : 'alarm'} />
          <span className={helpers.screenReader}>{t(`layouts.level.${level}`)}: </span>
          <b>{title}</b>
        </span>
        {where !== '' && <span className={styles.findingWhere}>{where}</span>}
        <small>
          <Detail of={words} />
        </small>
      </button>
    </li>
  )
}
