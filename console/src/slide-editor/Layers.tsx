/** All objects of the slide, the one in front first: also those under others, and those beside the screen. */
import { IconAlertTriangle, IconBoxMultiple, IconLock, IconLockOpen } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Sortable } from '../ui/Sortable.tsx'
import { useFilmWarning } from './film-warning.ts'
import { useObjectName } from './ObjectPanel.tsx'
import { changeObject, moveObject, type EditorObject, type EditorSlide } from './slides.ts'
import type { Editor } from './use-editor.ts'
import styles from './slide-editor.module.css'

interface Props {
  editor: Editor
  slide: EditorSlide
  readOnly: boolean
}
const icon = { size: 15, stroke: 1.7 }

export function Layers({ editor, slide, readOnly }: Props) {
  const { t } = useTranslation()
  const nameOf = useObjectName()
  const last = slide.object.length - 1
  if (last < 0) return null
  return (
    <section className={styles.layers} aria-label={t('slideEditor.objects')} data-moves-boxes>
      <h2>{t('slideEditor.objects')}</h2>
      <Sortable
        label={t('slideEditor.objects')}
        entries={slide.object.toReversed()}
        keyOf={({ key }) => key}
        handleLabel={(one, place) => t('slideEditor.moveLayer', { name: nameOf(one), place })}
        onMove={(from, to) => editor.change((now) => moveObject(now, last - from, last - to))}
        readOnly={readOnly}
      >
        {(object) => <Layer editor={editor} object={object} readOnly={readOnly} name={nameOf(object)} />}
      </Sortable>
    </section>
  )
}

function Layer({ editor, object, readOnly, name }: { editor: Editor; object: EditorObject; readOnly: boolean; name: string }) {
  const { t } = useTranslation()
  const { key, type, group, locked = false } = object
  const { keys, select, change, warnings } = editor
  const warning = useFilmWarning(warnings)(object)
  const onClick = (event: MouseEvent) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return select([key])
    select(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key])
  }
  const lockName = t(locked ? 'slideEditor.unlockNamed' : 'slideEditor.lockNamed', { name })
  return (
    <div className={styles.layer}>
      <button type="button" className={styles.layerName} aria-current={keys.has(key) || undefined} onClick={onClick}>
        <span>
          {t(`slideEditor.type.${type}`)}
          {warning !== undefined && (
            <i className={styles.layerWarning} title={warning}>
              <IconAlertTriangle {...icon} aria-label={warning} />
            </i>
          )}
        </span>
        <b title={name}>{name}</b>
        {group !== undefined && (
          <em title={t('slideEditor.groupNumber', { group })}>
            <IconBoxMultiple {...icon} aria-label={t('slideEditor.groupNumber', { group })} />
            {group}
          </em>
        )}
        <small>
          {Math.round(object.left)}, {Math.round(object.top)} · {Math.round(object.width)} × {Math.round(object.height)}
        </small>
      </button>
      {!readOnly && (
        <Button
          look="ghost"
          icon
          aria-label={lockName}
          title={lockName}
          aria-pressed={locked}
          onClick={() => change((now) => changeObject(now, key, { locked: locked ? undefined : true }))}
        >
          {locked ? <IconLock {...icon} /> : <IconLockOpen {...icon} />}
        </Button>
      )}
    </div>
  )
}
