/** Makes a value that a schema takes, with every field filled: for tests that send whole bodies to calls which they need not know. */
import type { Schema } from '@endcap/contract/endpoint'
import * as z from 'zod'

/** By the name of a field: what it shall hold. The first one that its schema takes stands; a list is also tried item by item. */
export type Known = (name: string) => readonly unknown[]

/** For texts and numbers whose field says nothing: one of them fits each rule of the contract. */
const texts = ['Text', 'text', '1', '2026-12-01', '2026-12-01T10:00', '10:00', '#ff0000', '10.0.0.9', '10.0.0.9:8080', 'a1'.repeat(32)]
const others = [1, 20, 60, 0, 12, 100, 1000, 1_800_000_000, true, null, ...texts, {}, []]
const depthLimit = 12

/** A part of a schema that cannot be made up. */
const nothing = Symbol('nothing')

interface Definition {
  type: string
  shape: Record<string, Schema>
  innerType: Schema
  element: Schema
  in: Schema
  out: Schema
  options: readonly Schema[]
  items: readonly Schema[]
  keyType: Schema
  valueType: Schema
  left: Schema
  getter(): Schema
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition
const takes = (schema: Schema, value: unknown): boolean => {
  try {
    return z.safeParse(schema, value).success
  } catch {
    return false
  }
}

export function makeExample(schema: Schema, known: Known, name = ''): unknown {
  const made = make(schema, known, name, 0)
  if (made === nothing) throw new Error(`${name === '' ? 'The body' : name} cannot be made up: say in the test what it holds.`)
  return made
}

function make(schema: Schema, known: Known, name: string, depth: number): unknown {
  if (depth > depthLimit) return nothing
  for (const value of known(name)) if (takes(schema, value)) return value
  const made = parts(schema, known, name, depth + 1)
  if (made !== nothing) return made
  const found = others.find((value) => takes(schema, value))
  return found === undefined ? nothing : found
}

function parts(schema: Schema, known: Known, name: string, depth: number): unknown {
  const def = definitionOf(schema)
  const inner = (one: Schema) => make(one, known, name, depth)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return inner(def.innerType)
    case 'lazy':
      return inner(def.getter())
    case 'pipe':
      return inner(definitionOf(def.in).type === 'transform' ? def.out : def.in)
    case 'intersection':
      return inner(def.left)
    case 'union':
      return def.options.map(inner).find((value) => value !== nothing && takes(schema, value)) ?? nothing
    case 'array': {
      const item = inner(def.element)
      return item === nothing ? [] : [item]
    }
    case 'tuple':
      return def.items.map(inner)
    case 'record':
      return makeRecord(def, known, name, depth)
    case 'object':
      return makeObject(def.shape, known, depth)
    case 'enum':
      return [...(schema._zod.values ?? [])][0] ?? nothing
    case 'literal':
      return [...(schema._zod.values ?? [])][0] ?? nothing
    default:
      return nothing
  }
}

function makeObject(shape: Record<string, Schema>, known: Known, depth: number): unknown {
  const made: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(shape)) {
    const value = make(field, known, key, depth)
    if (value !== nothing) made[key] = value
    else if (!takes(field, undefined)) return nothing
  }
  return made
}

function makeRecord({ keyType, valueType }: Definition, known: Known, name: string, depth: number): unknown {
  const keys = keyType._zod.values === undefined ? [make(keyType, known, name, depth)] : [...keyType._zod.values]
  return Object.fromEntries(keys.filter((key) => key !== nothing).map((key) => [String(key), make(valueType, known, name, depth)]))
}
