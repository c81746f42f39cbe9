import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils'
import { describeFailure } from './describe-failure.ts'

const MANDATORY = 'This field is mandatory. Please provide a value.'

// The library's rule rejects private addresses, which local model servers use.
format.url = (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Keywords that only report that something inside them failed, which is reported separately. */
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

const validators = new WeakMap<object, Validator>()

function validatorOf(schema: RJSFSchema, root: RJSFSchema = schema): Validator {
  const cachedValidator = validators.get(schema)
  if (cachedValidator) return cachedValidator
  // Cloned, because preparing a schema modifies it.
  const { definitions, $defs } = root
  const completeSchema = structuredClone({
    ...omitUndefined({ definitions, $defs }),
    ...schema,
  })
  const validator = new Validator(completeSchema as Schema, '7', false)
  validators.set(schema, validator)
  return validator
}

/**
 * Validates form data by interpreting its JSON Schema. The usual validator compiles schemas to
 * code, which the page's security policy forbids, and then fails silently.
 */
export const interpretingValidator: ValidatorType = {
  isValid(schema, data, root) {
    return validatorOf(schema, root).validate(removeGaps(data)).valid
  },

  rawValidation<Result = RJSFValidationError>(schema: RJSFSchema, data: unknown) {
    const { errors } = validatorOf(schema).validate(removeGaps(data))
    return {
      errors: errors.filter(({ keyword }) => !containers.has(keyword)).map(failureOf) as Result[],
    }
  },

  validateFormData(data, schema, ...[, transformErrors, uiSchema]) {
    const { errors = [] } = this.rawValidation<RJSFValidationError>(schema, data)
    const transformedErrors = transformErrors ? transformErrors(errors, uiSchema) : errors
    return { errors: transformedErrors, errorSchema: toErrorSchema(transformedErrors) }
  },
}

/** JSON has no undefined: a field emptied by the user counts as absent. */
function removeGaps(data: unknown): unknown {
  return data === undefined ? {} : JSON.parse(JSON.stringify(data))
}

function failureOf({ keyword, instanceLocation, error }: OutputUnit): RJSFValidationError {
  const place = instanceLocation.split('/').slice(1).map(decodePointer)
  const missingField = keyword === 'required' ? error.match(/"(.*)"/)?.[1] : undefined
  const path = missingField === undefined ? place : [...place, missingField]
  const message = missingField === undefined ? describeFailure({ keyword, error }) : MANDATORY
  return { name: keyword, property: `.${path.join('.')}`, message, stack: message }
}

const decodePointer = (segment: string): string =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
