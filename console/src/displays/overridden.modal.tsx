/** What is said after something was set for displays of which some go on with something else: which, with what, and the way there. */
import { maxOverridden, type OverriddenDisplay } from '@endcap/contract/displays'
import { useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { useStoreCode } from '../app/route.ts'
import { Plays } from './Plays.tsx'
import { nameOf } from './devices.ts'
import linesStyles from '../form/lines.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  title: string
  displays: readonly OverriddenDisplay[]
  close: () => void
}
function OverriddenModal({ title, displays, close }: Props) {
  const { t } = useTranslation()
  const storeCode = useStoreCode()
  return (
    <FormModal title={title} submit="" readOnly onSubmit={() => Promise.resolve()} onClose={close}>
      <p className={helpers.aside} role="status">
        {t('displays.overridden.note', { count: displays.length })}
      </p>
      <ul className={linesStyles.lines} data-part="overridden">
        {displays.map((display) => (
          <li key={display.mac}>
            {nameOf(display)}: <Plays display={{ ...display, storeCode, template: '' }} />
          </li>
        ))}
        {displays.length >= maxOverridden && <li>{t('displays.overridden.many')}</li>}
      </ul>
    </FormModal>
  )
}

/** `end` closes a dialog, unless displays go on with something else: then `overridden` takes its place until it is closed. */
export function useOverridden(
  title: string,
  close: () => void,
): { overridden: ReactElement | undefined; end: (displays: readonly OverriddenDisplay[]) => void } {
  const [displays, setDisplays] = useState<readonly OverriddenDisplay[]>([])
  return {
    overridden: displays.length > 0 ? <OverriddenModal title={title} displays={displays} close={close} /> : undefined,
    end: (found) => {
      if (found.length === 0) close()
      else setDisplays(found)
    },
  }
}
