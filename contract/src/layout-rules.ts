/** Rules by which products get their layout. */
import * as z from 'zod'
import { layoutId } from './layout-drawings.ts'

/** Operators of rules; those of a layout's elements and `matches` besides (`label/src/layout.ts`). */
export const ruleOperators = ['filled', 'empty', 'equals', 'not-equals', 'greater', 'less', 'contains', 'starts-with'] as const
/** Stands for the layout that a product names itself. */
export const layoutField = 'LAYOUT_ID'
const rule = z.strictObject({
  name: z.string().trim().max(80).default(''),
  enabled: z.boolean().default(true),
  /** All of them must hold. */
  when: z
    .array(z.strictObject({ field: z.string().trim().min(1).max(80), is: z.enum(ruleOperators), value: z.string().max(200).optional() }))
    .min(1, 'must have a condition: a rule without one would take every product')
    .max(10),
  layoutId,
  /** Also for products that name a layout themselves. */
  overrides: z.boolean().default(false),
})
export interface LayoutRule extends z.infer<typeof rule> {}
export const ruleList = z.array(rule).max(100)
export const ruled = z.object({
  prCode: z.string(),
  name: z.string(),
  /** What it names itself. */
  own: z.string().nullable(),
  layoutId: z.string(),
  because: z.enum(['named', 'rule', 'usual']),
  /** Place of the rule in its list, from 1, and whose list that is (null: of all stores). */
  rule: z.object({ place: z.int(), name: z.string(), storeCode: z.string().nullable() }).nullable(),
})
export interface RuledProduct extends z.infer<typeof ruled> {}
