import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import {
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils'
import { sayFailure } from './say-failure.ts'

const MANDATORY = 'This field is mandatory. Please provide a value.'

// The library's own rule refuses private addresses, where model servers of one's own stand.
format.url = (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Keywords that only report that something inside them failed, which is reported by itself too. */
const containers = new Set([
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'properties',
  'patternProperties',
  'additionalProperties',
  'dependencies',
  'dependentSchemas',
  'items',
  'prefixItems',
  '$ref',
])

const prepared = new WeakMap<object, Validator>()

function validatorOf(schema: RJSFSchema, root: RJSFSchema = schema): Validator {
  const known = prepared.get(schema)
  if (known) return known
  // A copy, because preparing a schema writes into it.
  const { definitions, $defs } = root
  const whole = structuredClone({
    ...(definitions && { definitions }),
    ...($defs && { $defs }),
    ...schema,
  })
  const made = new Validator(whole as Schema, '7', false)
  prepared.set(schema, made)
  return made
}

/**
 * Checks form data by interpreting its JSON Schema. The usual validator compiles schemas to code,
 * which the page's security policy forbids, and then fails in silence.
 */
export const interpretingValidator: ValidatorType = {
  isValid(schema, data, root) {
    return validatorOf(schema, root).validate(withoutGaps(data)).valid
  },

  rawValidation<Result = RJSFValidationError>(schema: RJSFSchema, data: unknown) {
    const { errors } = validatorOf(schema).validate(withoutGaps(data))
    return {
      errors: errors.filter(({ keyword }) => !containers.has(keyword)).map(failureOf) as Result[],
    }
  },

  validateFormData(data, schema, ...[, transformErrors, uiSchema]) {
    const { errors = [] } = this.rawValidation<RJSFValidationError>(schema, data)
    const said = transformErrors ? transformErrors(errors, uiSchema) : errors
    return { errors: said, errorSchema: toErrorSchema(said) }
  },
}

/** JSON has no undefined: a field emptied by the user is one that is not there. */
function withoutGaps(data: unknown): unknown {
  return data === undefined ? {} : JSON.parse(JSON.stringify(data))
}

function failureOf({ keyword, instanceLocation, error }: OutputUnit): RJSFValidationError {
  const place = instanceLocation.split('/').slice(1).map(decodePointer)
  const missing = keyword === 'required' ? error.match(/"(.*)"/)?.[1] : undefined
  const path = missing === undefined ? place : [...place, missing]
  const message = missing === undefined ? sayFailure({ keyword, error }) : MANDATORY
  return { name: keyword, property: `.${path.join('.')}`, message, stack: message }
}

const decodePointer = (segment: string): string =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
