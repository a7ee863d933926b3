/** How large a canvas is shown, and other sizes to show it in. */
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import canvasStyles from './canvas.module.css'
import type { Zoom } from './use-zoom.ts'

/** `nameOf`: of a scale, such as 2× or 50 %. `fitName`: of the one that fits. */
export function ZoomBar({ zoom, nameOf, fitName }: { zoom: Zoom; nameOf: (scale: number) => string; fitName: string }) {
  const { t } = useTranslation()
  const { scale, scales, isFitting, step, fit, set } = zoom
  const button = (name: 'smaller' | 'larger', sign: string, by: 1 | -1, Icon: typeof IconPlus) => (
    <Button
      look="ghost"
      icon
      aria-label={t(`canvas.${name}`)}
      title={`${t(`canvas.${name}`)} (${sign})`}
      disabled={zoom.next(by) === scale}
      onClick={() => step(by)}
    >
      <Icon size={15} stroke={1.7} />
    </Button>
  )
  return (
    <div className={canvasStyles.zoomBar} role="group" aria-label={t('canvas.zoom')}>
      {button('smaller', '−', -1, IconMinus)}
      <NativeSelect
        aria-label={t('canvas.zoom')}
        value={isFitting ? 'fit' : scale}
        onChange={({ currentTarget: { value } }) => (value === 'fit' ? fit() : set(Number(value)))}
      >
        <option value="fit">{fitName}</option>
        {scales.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </NativeSelect>
      {button('larger', '+', 1, IconPlus)}
    </div>
  )
}
