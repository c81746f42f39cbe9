import {
  descriptionId,
  errorId,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { isValidElement } from 'react'

/** Renders one setting: label above, explanation and failure below. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, hidden, children, rawDescription, rawErrors = [], schema } = props
  if (hidden) return <div hidden>{children}</div>
  if (schema.type === 'object') return children

  const hasOwnLabel = schema.type === 'boolean'
  return (
    <div className="setting" data-failed={rawErrors.length > 0}>
      {!hasOwnLabel && props.displayLabel && (
        <label className="setting-label" htmlFor={id}>
          {label}
          {required && (
            <span className="setting-required" title="Required">
              *
            </span>
          )}
        </label>
      )}
      {children}
      {rawErrors.length > 0 && (
        <div className="setting-error" id={errorId(id)} role="alert">
          {[...new Set(rawErrors)].join(' ')}
        </div>
      )}
      {rawDescription && (
        <div className="setting-description" id={descriptionId(id)}>
          {rawDescription}
        </div>
      )}
    </div>
  )
}

/**
 * Path segment that the library inserts for settings shared by all choices; it does not occur in
 * the values.
 */
const SHARED_BY_CHOICES = 'XxxOf'

/** Renders the settings in order. A nested group has a heading, the form itself has none. */
export function ObjectFieldTemplate({ title, properties, fieldPathId }: ObjectFieldTemplateProps) {
  const fields = properties.filter(({ hidden }) => !hidden).map(({ content }) => content)
  const path = fieldPathId.path.filter((part) => part !== SHARED_BY_CHOICES)
  if (path.length === 0) return <>{fields}</>
  return (
    <fieldset className="setting-group">
      <legend>{title}</legend>
      {fields}
    </fieldset>
  )
}

/**
 * Renders a choice between alternative groups of settings, and the settings of the chosen group.
 */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const id = isValidElement<{ readonly id?: string }>(selector) ? selector.props.id : undefined
  return (
    <>
      <div className="setting">
        <label className="setting-label" htmlFor={id}>
          Enter settings as
        </label>
        {selector}
      </div>
      {optionSchemaField}
    </>
  )
}
