/** The keys that mean the same on every screen and in every list. */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { places, readablePart } from '../app/nav.ts'
import { useCan } from '../app/services.ts'
import { KeyHelp } from '../ui/KeyHelp.tsx'

/** Each with the words for what it does. */
const groups: Record<string, readonly (readonly [keys: readonly string[], does: string])[]> = {
  everywhere: [
    [['Ctrl K'], 'search'],
    [['/'], 'filters'],
    [['j', 'k'], 'walk'],
    [['a'], 'actions'],
    [['e'], 'panel'],
    [['Ctrl Enter'], 'goOn'],
    [['?'], 'help'],
  ],
  list: [
    [['↑', '↓'], 'rows'],
    [['Enter'], 'open'],
    [['Space'], 'tick'],
    [['Shift ↑', 'Shift ↓'], 'tickOn'],
    [['Ctrl A'], 'all'],
    [['Esc'], 'back'],
  ],
}

export function KeysModal({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <Modal opened onClose={close} title={t('search.keys.title')} size="720px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <KeyHelp
        groups={[
          ...Object.entries(groups).map(([name, keys]) => ({
            title: t(`search.keys.${name}`),
            keys: keys.map(([all, does]) => ({ keys: all, does: t(`search.keys.does.${does}`) })),
          })),
          {
            title: t('search.keys.places'),
            keys: places
              .filter((place) => readablePart(place, can) !== undefined)
              .map(({ name, key }) => ({ keys: [`g ${key}`], does: t(`nav.place.${name}`) })),
          },
        ]}
      />
    </Modal>
  )
}
