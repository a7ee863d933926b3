/** Chooses a field of the products: by its name, with what it says of the one that is looked at, and how it is written. */
import type { Alias } from '@endcap/contract/products'
import { Popover } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../data/aliases.ts'
import { fieldName, formatsFor, slotText, valueOf } from './sight.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  shown: { prCode: string; prInfo: readonly string[] }
  /** The name alone, such as `2.PRICE`, and what stands for it in a text, such as `{2.PRICE:price}`. */
  onPick: (picked: { name: string; slot: string }) => void
  /** Also how it is written. */
  formats: boolean
  /** Types that are offered first. */
  first?: readonly string[]
}
/** Products of a label that can be named by number. */
const numbers = [1, 2, 3, 4, 5, 6, 7, 8]

export function FieldPicker({ shown, onPick, formats, first = [] }: Props) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [product, setProduct] = useState(0)
  const term = text.trim().toLowerCase()
  const found = aliases
    .filter(
      (alias) =>
        [alias.label, alias.name].some((one) => one.toLowerCase().includes(term)) || valueOf(alias, shown).toLowerCase().includes(term),
    )
    .toSorted((a, b) => Number(first.includes(b.type)) - Number(first.includes(a.type)))
  const pick = ({ name }: Alias, format?: string) => {
    setOpened(false)
    setText('')
    onPick({ name: fieldName(name, product), slot: slotText(name, { product, ...(format !== undefined && { format }) }) })
  }
  const label = t('layoutDesigner.insertField')
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="left-start" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button aria-haspopup="dialog" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <IconBraces size={15} stroke={1.7} />
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={styles.fieldPicker}>
        <div className={styles.pickerHead}>
          <Input
            value={text}
            placeholder={t('layoutDesigner.findField')}
            aria-label={t('layoutDesigner.findField')}
            data-autofocus
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <ProductNumber value={product} label={t('layoutDesigner.ofProduct')} onChange={setProduct} />
        </div>
        <ul>
          {found.map((alias) => (
            <li key={alias.index}>
              <button type="button" className={styles.pickerField} onClick={() => pick(alias)}>
                <b>
                  {alias.label}
                  {alias.label !== alias.name && <small className={helpers.mono}>{alias.name}</small>}
                </b>
                <span>{valueOf(alias, shown) || '–'}</span>
              </button>
              {formats && formatsFor(alias.type).length > 0 && (
                <div className={styles.pickerFormats} role="group" aria-label={t('layoutDesigner.writeAs', { name: alias.label })}>
                  {formatsFor(alias.type).map((format) => (
                    <button
                      key={format}
                      type="button"
                      aria-label={`${alias.label}: ${formatName(format, t)}`}
                      onClick={() => pick(alias, format)}
                    >
                      {formatName(format, t)}
                    </button>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
        {found.length === 0 && <Hint>{t('common.nothingFound')}</Hint>}
      </Popover.Dropdown>
    </Popover>
  )
}

interface NumberProps {
  /** 0: the product of the place. */
  value: number
  label: string
  disabled?: boolean
  onChange: (number: number) => void
}
/** Which of a label's products is meant. */
export function ProductNumber({ value, label, disabled, onChange }: NumberProps) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      value={value}
      disabled={disabled}
      aria-label={label}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      <option value={0}>{t('layoutDesigner.itsProduct')}</option>
      {(numbers.includes(value) || value === 0 ? numbers : [...numbers, value]).map((number) => (
        <option key={number} value={number}>
          {t('layoutDesigner.productNumber', { number })}
        </option>
      ))}
    </NativeSelect>
  )
}

/** `tax(10)` is the format `tax` with a rate that is changed in the text; `date(long)` has words of its own. */
function formatName(format: string, t: (key: string, values?: Record<string, string>) => string): string {
  const [, name = '', argument = ''] = /^(\w+)(?:\((.*)\))?$/.exec(format) ?? []
  const key = name === 'date' && argument !== '' ? `date-${argument}` : name
  return t(`layoutDesigner.format.${key}`, { rate: argument })
}
