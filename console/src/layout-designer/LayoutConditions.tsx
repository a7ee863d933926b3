/** Conditions of elements and pages of layouts, which may be about one of several products. */
import type { Condition } from '@endcap/label/layout'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Conditions } from '../canvas/Conditions.tsx'
import { Wrong, WrongContext } from './controls.tsx'
import { ProductNumber } from './FieldPicker.tsx'
import { fieldName, fieldParts } from './sight.ts'

interface Props {
  when: readonly Condition[] | undefined
  onChange: (when: Condition[] | undefined) => void
  readOnly: boolean
  /** Products that the layout has places for: of several it is said which one is meant. */
  products: number
}
export function LayoutConditions({ products, ...props }: Props) {
  const { t } = useTranslation()
  const wrong = useContext(WrongContext)
  return (
    <Conditions
      {...props}
      nameOf={(field) => fieldParts(field).name}
      withName={(field, name) => fieldName(name, fieldParts(field).product)}
      isWrong={(place) => wrong.has(`when.${place}.value`)}
      beside={({ field }, place, onChange) => {
        const { product, name } = fieldParts(field)
        return (
          (products > 1 || product > 0) && (
            <ProductNumber
              value={product}
              label={t('layoutDesigner.conditionProduct', { number: place + 1 })}
              disabled={props.readOnly}
              onChange={(next) => onChange({ field: fieldName(name, next) })}
            />
          )
        )
      }}
      below={(place) => (
        <>
          <Wrong field={`when.${place}.value`} />
          <Wrong field={`when.${place}.field`} />
        </>
      )}
    />
  )
}
