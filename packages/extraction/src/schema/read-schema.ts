import {
  type EnumValue,
  parsePointer,
  type SchemaNode,
  type SchemaStep,
  toPointer,
  type ValueKind,
} from './schema-node.ts'

export type { SchemaNode } from './schema-node.ts'

/** The schema cannot be filled from a document; the message says where and why. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  /** JSON Pointer to the part of the schema; empty for the whole. */
  readonly pointer: string

  constructor(path: readonly SchemaStep[], problem: string) {
    const pointer = toPointer(path)
    super(pointer === '' ? `The schema ${problem}` : `The schema at “${pointer}” ${problem}`)
    this.pointer = pointer
  }
}

type JsonObject = { readonly [key: string]: unknown }

/** Maximum number of single values and lists that one schema asks for. */
const maxSchemaFields = 500
/** Maximum depth of objects and lists within each other. */
const maxSchemaDepth = 8
const maxEnumValues = 1000
/** Maximum number of parts that are read: references can repeat a short schema without end. */
const maxSchemaParts = 10_000
/** Maximum number of keywords and entries of lists over all parts: a long list may be read again for each reference to it. */
const maxSchemaEntries = 200_000
/** Maximum number of steps to a part, joined and alternative schemas counted as well. */
const maxSteps = 60
/** Maximum number of references on the way to one part. */
const maxReferences = 50
/** Maximum length of a reference, which is taken apart wherever it is followed. */
const maxReferenceLength = 1000
const maxDescriptionLength = 2000

type ReadingContext = {
  readonly root: JsonObject
  /** Counts fields, parts and entries over the whole schema. */
  readonly counter: { fields: number; parts: number; entries: number }
}

type SchemaPart = {
  readonly schema: unknown
  readonly path: readonly SchemaStep[]
  readonly depth: number
  /** References that lead to this part, to notice a schema within itself. */
  readonly references: readonly string[]
}

/**
 * Reads a JSON Schema (drafts 4 to 2020-12) of an object or a list. Follows references within the schema and joins
 * `allOf`; of `anyOf` and `oneOf` it takes the only alternative besides null, or the first of several single values.
 * Patterns and lengths are not checked. Throws a `SchemaError` for what is no schema, contradicts itself, refers to
 * itself or to other addresses, or asks for more than `maxSchemaFields` fields or `maxSchemaDepth` levels.
 */
export function readSchema(schema: unknown): SchemaNode {
  if (!isJsonObject(schema)) throw new SchemaError([], 'must be a JSON object.')
  const context = { root: schema, counter: { fields: 0, parts: 0, entries: 0 } }
  const node = readNode(context, { schema, path: [], depth: 0, references: [] })
  if (node.kind === 'value') {
    throw new SchemaError([], 'must describe an object or an array, not a single value.')
  }
  if (context.counter.fields === 0) throw new SchemaError([], 'has no properties.')
  return node
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readNode(context: ReadingContext, part: SchemaPart): SchemaNode {
  const { schema, isNullable, path, references } = resolvePart(context, part)
  const resolvedPart = { ...part, path, references }
  const type = getType(schema, path)
  const description = getDescription(schema)
  if (type === 'object' && isJsonObject(schema.properties)) {
    const properties = readProperties(context, resolvedPart, schema)
    return { kind: 'object', properties, description, isNullable }
  }
  if (type === 'array') {
    countField(context, path)
    const itemPart = { ...resolvedPart, schema: getItems(schema, path), path: [...path, 'items'] }
    const item = readNode(context, goDeeper(itemPart))
    return { kind: 'list', item, description, isNullable }
  }
  countField(context, path)
  const kind = getValueKind(type, schema)
  const enumValues = getEnumValues(schema, kind, path)
  const { minimum, maximum } = getBounds(schema, path)
  const examples = getExamples(schema)
  return {
    kind: 'value',
    type: kind,
    enumValues,
    examples,
    minimum,
    maximum,
    description,
    isNullable,
  }
}

function countField({ counter }: ReadingContext, path: readonly SchemaStep[]): void {
  counter.fields++
  if (counter.fields > maxSchemaFields) {
    throw new SchemaError(
      path,
      `asks for more than ${maxSchemaFields} fields. Split it into several schemas.`,
    )
  }
}

function countPart({ counter }: ReadingContext, path: readonly SchemaStep[]): void {
  counter.parts++
  if (counter.parts > maxSchemaParts) {
    throw new SchemaError(path, `has more than ${maxSchemaParts} parts. Refer to fewer of them.`)
  }
  if (path.length > maxSteps) {
    throw new SchemaError(path, 'is joined of too many schemas within each other.')
  }
}

/** Counts the keywords of a part and the entries of its lists and properties, all of which are copied and compared. */
function countEntries(
  { counter }: ReadingContext,
  schema: JsonObject,
  path: readonly SchemaStep[],
) {
  for (const value of Object.values(schema)) {
    const isContainer = typeof value === 'object' && value !== null
    counter.entries += 1 + (isContainer ? Object.keys(value).length : 0)
  }
  if (counter.entries > maxSchemaEntries) {
    throw new SchemaError(
      path,
      `has more than ${maxSchemaEntries} keywords and entries of lists. Refer to fewer of them.`,
    )
  }
}

function goDeeper<Part extends SchemaPart>(part: Part): Part {
  const depth = part.depth + 1
  if (depth > maxSchemaDepth) {
    throw new SchemaError(part.path, `is nested more than ${maxSchemaDepth} levels deep.`)
  }
  return { ...part, depth }
}

function readProperties(context: ReadingContext, part: SchemaPart, schema: JsonObject) {
  const { properties, required } = schema
  const requiredNames: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties as JsonObject).map(([name, propertySchema]) => {
    const path = [...part.path, 'properties', name]
    const node = readNode(context, goDeeper({ ...part, schema: propertySchema, path }))
    return { name, isRequired: requiredNames.has(name), node }
  })
}

type ResolvedPart = {
  readonly schema: JsonObject
  readonly isNullable: boolean
  readonly path: readonly SchemaStep[]
  readonly references: readonly string[]
}

/** Follows references and joins alternatives until a schema has a type of its own. */
function resolvePart(
  context: ReadingContext,
  { schema, path, references }: SchemaPart,
): ResolvedPart {
  countPart(context, path)
  // `true` allows every value.
  if (schema === true) return { schema: {}, isNullable: false, path, references }
  if (!isJsonObject(schema)) throw new SchemaError(path, 'must be a JSON object.')
  countEntries(context, schema, path)
  for (const keyword of ['not', 'if', 'patternProperties', 'prefixItems', 'dependentSchemas']) {
    if (keyword in schema) {
      throw new SchemaError(
        path,
        `uses “${keyword}”, which does not say what to look for in a document.`,
      )
    }
  }
  if (schema.$ref !== undefined) return followReference(context, schema, { path, references })
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema
    const parts = allOf.map((one, index) =>
      resolvePart(context, { schema: one, path: [...path, 'allOf', index], depth: 0, references }),
    )
    const mergedSchema = mergeSchemas([rest, ...parts.map((one) => one.schema)], (problem) => {
      throw new SchemaError(path, problem)
    })
    const joinedPart = resolvePart(context, { schema: mergedSchema, path, depth: 0, references })
    const allReferences = [...new Set(parts.flatMap((one) => one.references))]
    return { ...joinedPart, references: [...new Set([...joinedPart.references, ...allReferences])] }
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives)) {
    return chooseAlternative(context, schema, { alternatives, path, references })
  }
  return { schema, isNullable: allowsNull(schema), path, references }
}

/**
 * Joins schemas that hold together, as `allOf` says: their properties, required names and other keywords; the first that
 * states a keyword wins. Calls `reject` with the problem if two of them state different types.
 */
function mergeSchemas(
  schemas: readonly JsonObject[],
  reject: (problem: string) => never,
): JsonObject {
  const [firstType, ...otherTypes] = schemas
    .map(({ type }) => type)
    .filter((type) => type !== undefined)
  if (!otherTypes.every((type) => isSameType(type, firstType)))
    reject('joins schemas of different types, so that no value fits.')
  const mergedSchema: Record<string, unknown> = Object.assign({}, ...schemas.toReversed())
  const requiredNames = schemas.flatMap(({ required }) => (Array.isArray(required) ? required : []))
  // Parts that refer to one schema repeat its names.
  mergedSchema.required = [...new Set(requiredNames)]
  const properties = schemas.map((schema) => schema.properties).filter(isJsonObject)
  if (properties.length > 0) mergedSchema.properties = Object.assign({}, ...properties.toReversed())
  return mergedSchema
}

const isSameType = (type: unknown, otherType: unknown): boolean =>
  Array.isArray(type) && Array.isArray(otherType)
    ? type.length === otherType.length && type.every((one, index) => one === otherType[index])
    : type === otherType

type ReferenceTrail = Pick<ResolvedPart, 'path' | 'references'>

function followReference(
  context: ReadingContext,
  schema: JsonObject,
  { path, references }: ReferenceTrail,
): ResolvedPart {
  const { $ref: reference, ...siblings } = schema
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    throw new SchemaError(
      path,
      `refers to “${String(reference)}”, which is not part of this schema.`,
    )
  }
  if (reference.length > maxReferenceLength) {
    throw new SchemaError(path, `has a reference of more than ${maxReferenceLength} characters.`)
  }
  if (references.includes(reference) || references.length >= maxReferences) {
    throw new SchemaError(
      path,
      `contains itself by “${reference}”. Write out the levels that you need.`,
    )
  }
  const targetSchema = findTarget(context.root, reference)
  if (targetSchema === undefined) {
    throw new SchemaError(path, `refers to “${reference}”, which does not exist.`)
  }
  const trail = [...references, reference]
  const target = resolvePart(context, { schema: targetSchema, path, depth: 0, references: trail })
  // What is said beside the reference, such as a description, is more specific.
  const mergedSchema = { ...target.schema, ...siblings }
  return {
    ...target,
    schema: mergedSchema,
    isNullable: target.isNullable || allowsNull(siblings),
  }
}

function findTarget(root: JsonObject, reference: string): unknown {
  let target: unknown = root
  for (const step of parsePointer(reference)) {
    const name = decodeStep(step)
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name))
      return undefined
    target = (target as JsonObject)[name]
  }
  return target
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // A per cent sign that encodes nothing belongs to the name.
    return step
  }
}

type Alternatives = ReferenceTrail & { readonly alternatives: readonly unknown[] }

function chooseAlternative(
  context: ReadingContext,
  schema: JsonObject,
  { alternatives, path, references }: Alternatives,
): ResolvedPart {
  const { anyOf: _, oneOf: __, ...siblings } = schema
  const parts = alternatives.map((one, index) =>
    resolvePart(context, { schema: one, path: [...path, 'anyOf', index], depth: 0, references }),
  )
  const choices = parts.filter((one) => one.schema.type !== 'null' && one.schema.const !== null)
  const isNullable = choices.length < parts.length || choices.some((one) => one.isNullable)
  const [first, ...otherChoices] = choices
  if (!first) throw new SchemaError(path, 'allows no value.')
  const enumValues = choices.flatMap((one) => listEnumValues(one.schema) ?? [])
  const areEnums = choices.every((one) => listEnumValues(one.schema) !== undefined)
  const isSingle = (one: ResolvedPart) => !['object', 'array'].includes(getType(one.schema, path))
  if (otherChoices.length > 0 && !choices.every(isSingle)) {
    throw new SchemaError(path, 'allows objects or arrays of several shapes. Choose one of them.')
  }
  const choice = areEnums && otherChoices.length > 0 ? { enum: enumValues } : first.schema
  return { ...first, schema: { ...choice, ...siblings }, isNullable }
}

const listEnumValues = (schema: JsonObject): readonly unknown[] | undefined => {
  if (Array.isArray(schema.enum)) return schema.enum
  return 'const' in schema ? [schema.const] : undefined
}

const allowsNull = ({ type, nullable, enum: values }: JsonObject): boolean =>
  nullable === true ||
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(values) && values.includes(null))

const knownTypes: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
])

/** The type that a schema states, or that its other keywords imply. */
function getType(schema: JsonObject, path: readonly SchemaStep[]): string {
  const { type } = schema
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null')
  const [first] = types
  if (types.length === 0) throw new SchemaError(path, 'allows nothing but null.')
  if (first === undefined) return inferType(schema)
  if (typeof first !== 'string' || !types.every((one) => knownTypes.has(one))) {
    throw new SchemaError(
      path,
      `has the type “${String(types.find((one) => !knownTypes.has(one)))}”, which JSON Schema does not have.`,
    )
  }
  return first
}

function inferType(schema: JsonObject): string {
  if ('properties' in schema) return 'object'
  if ('items' in schema) return 'array'
  const values = listEnumValues(schema)?.filter((value) => value !== null) ?? []
  if (values.length > 0 && values.every((value) => typeof value === 'number')) return 'number'
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return 'boolean'
  return 'minimum' in schema || 'maximum' in schema ? 'number' : 'string'
}

function getItems({ items }: JsonObject, path: readonly SchemaStep[]): unknown {
  if (items === undefined)
    throw new SchemaError(path, 'is an array that does not say what its items are.')
  if (Array.isArray(items))
    throw new SchemaError(path, 'has a list of items. Give one schema for all of them.')
  return items
}

const kindByFormat: ReadonlyMap<unknown, ValueKind> = new Map([
  ['date', 'date'],
  ['date-time', 'date-time'],
  ['email', 'email'],
  ['idn-email', 'email'],
])

function getValueKind(type: string, { format }: JsonObject): ValueKind {
  if (type === 'object') return 'json'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return kindByFormat.get(format) ?? 'text'
}

const isEnumValue = (value: unknown): value is EnumValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function getEnumValues(
  schema: JsonObject,
  kind: ValueKind,
  path: readonly SchemaStep[],
): readonly EnumValue[] {
  const allowedValues = listEnumValues(schema)
  if (!allowedValues) return []
  const values = allowedValues.filter(isEnumValue)
  if (values.length > maxEnumValues) {
    throw new SchemaError(path, `has more than ${maxEnumValues} allowed values.`)
  }
  const fits = (value: EnumValue) => {
    if (kind === 'boolean') return typeof value === 'boolean'
    if (kind === 'integer') return Number.isInteger(value)
    return kind === 'number' ? typeof value === 'number' : typeof value === 'string'
  }
  if (!values.some(fits)) throw new SchemaError(path, 'allows no value of the type that it states.')
  return values.filter(fits)
}

function getBounds(schema: JsonObject, path: readonly SchemaStep[]) {
  const minimum = typeof schema.minimum === 'number' ? schema.minimum : undefined
  const maximum = typeof schema.maximum === 'number' ? schema.maximum : undefined
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    throw new SchemaError(path, `has a minimum of ${minimum} above its maximum of ${maximum}.`)
  }
  return { minimum, maximum }
}

function getDescription({ description, title }: JsonObject): string {
  const text = [description, title].find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof text === 'string' ? text.trim().slice(0, maxDescriptionLength) : ''
}

const maxExamples = 3
const maxExampleLength = 100

const getExamples = ({ examples }: JsonObject): readonly string[] =>
  (Array.isArray(examples) ? examples : [])
    .filter(isEnumValue)
    .slice(0, maxExamples)
    .map((example) => String(example).slice(0, maxExampleLength))
