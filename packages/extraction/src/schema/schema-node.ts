/** The kind of a single value. A `json` value is an object whose properties the schema does not list. */
export type ValueKind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'email'
  | 'json'

export type EnumValue = string | number | boolean

type CommonParts = {
  /** Its description, or else its title; empty if it has neither. */
  readonly description: string
  readonly isNullable: boolean
}

export type SchemaValueNode = CommonParts & {
  readonly kind: 'value'
  readonly type: ValueKind
  /** The values that are allowed; empty if every value of the type is. */
  readonly enumValues: readonly EnumValue[]
  readonly examples: readonly string[]
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

export type PropertyNode = {
  readonly name: string
  readonly isRequired: boolean
  readonly node: SchemaNode
}

export type ObjectNode = CommonParts & {
  readonly kind: 'object'
  readonly properties: readonly PropertyNode[]
}

export type ListNode = CommonParts & { readonly kind: 'list'; readonly item: SchemaNode }

/** A JSON Schema, reduced to what says which values are asked for. */
export type SchemaNode = SchemaValueNode | ObjectNode | ListNode

/** A step from the root to a value: the name of a property, or the index of an item. */
export type SchemaStep = string | number

/** Writes a path as a JSON Pointer (RFC 6901). */
export const toPointer = (path: readonly SchemaStep[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The steps of a JSON Pointer. */
export const parsePointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
