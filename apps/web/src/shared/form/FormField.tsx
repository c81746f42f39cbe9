import { Form } from 'antd'
import { type ReactNode, useId } from 'react'

/** Attributes that link an input to its label and its error message. */
export type FieldTies = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

type Props = {
  readonly label: string
  /** Error message, shown below the input. */
  readonly failure: string | undefined
  /** Shown below the input while there is no error. */
  readonly hint?: ReactNode
  readonly children: (ties: FieldTies) => ReactNode
}

/** Permanent text below an input must not reduce the distance to the next input. */
const blockStyle = { display: 'block', paddingBottom: 20 }

/** A labelled input of a form. */
export function FormField({ label, failure, hint, children }: Props) {
  const id = useId()
  const helpText = failure ?? hint
  const describedBy = helpText ? `${id}-below` : undefined
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={failure ? 'error' : ''}
      help={
        helpText && (
          <span id={describedBy} style={hint ? blockStyle : {}}>
            {helpText}
          </span>
        )
      }
    >
      {children({ id, 'aria-invalid': failure !== undefined, 'aria-describedby': describedBy })}
    </Form.Item>
  )
}
