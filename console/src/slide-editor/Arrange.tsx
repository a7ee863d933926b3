/** Arranging the objects that are selected, and what there is to say of several. */
import { IconBoxMultiple, IconBoxOff, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ArrangeButtons } from '../canvas/ArrangeButtons.tsx'
import editorStyles from '../canvas/editor.module.css'
import { IconButton } from '../canvas/IconButton.tsx'
import { Hint } from '../ui/Hint.tsx'
import type { ObjectActions } from './use-object-actions.ts'

export function Arrange({ count, actions }: { count: number; actions: ObjectActions }) {
  const { t } = useTranslation()
  const { isLocked, canGroup, canUngroup } = actions
  return (
    <ArrangeButtons count={count} arranging={actions} removeLabel={t('slideEditor.remove')} locked={isLocked}>
      {canGroup && <IconButton label={t('slideEditor.group')} keys="Ctrl+G" icon={IconBoxMultiple} onClick={actions.group} />}
      {canUngroup && <IconButton label={t('slideEditor.ungroup')} keys="Ctrl+Shift+G" icon={IconBoxOff} onClick={actions.ungroup} />}
      <IconButton
        label={t(isLocked ? 'slideEditor.unlock' : 'slideEditor.lock')}
        icon={isLocked ? IconLockOpen : IconLock}
        onClick={() => actions.lock(!isLocked)}
      />
    </ArrangeButtons>
  )
}

export function SeveralPanel({ count, actions, readOnly }: { count: number; actions: ObjectActions; readOnly: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={editorStyles.panelPart} aria-label={t('slideEditor.object')}>
      <h2>
        <span>{t('canvas.several', { count })}</span>
      </h2>
      {!readOnly && (
        <>
          <Hint>{t('slideEditor.severalHint')}</Hint>
          <Arrange count={count} actions={actions} />
        </>
      )}
    </section>
  )
}
