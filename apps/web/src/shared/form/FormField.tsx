import { Form } from 'antd'
import { type ReactNode, useId } from 'react'

/** What ties an input to its label and to what is wrong with it. */
export type FieldTies = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

type Props = {
  readonly label: string
  /** What is wrong with the value; stands below the input. */
  readonly failure: string | undefined
  /** Stands below the input while nothing is wrong. */
  readonly hint?: ReactNode
  readonly children: (ties: FieldTies) => ReactNode
}

/** What stands below an input for good takes no place away from the next one. */
const belowForGood = { display: 'block', paddingBottom: 12 }

/** One labelled input of a form. */
export function FormField({ label, failure, hint, children }: Props) {
  const id = useId()
  const below = failure ?? hint
  const describedBy = below ? `${id}-below` : undefined
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={failure ? 'error' : ''}
      help={
        below && (
          <span id={describedBy} style={hint ? belowForGood : {}}>
            {below}
          </span>
        )
      }
    >
      {children({ id, 'aria-invalid': failure !== undefined, 'aria-describedby': describedBy })}
    </Form.Item>
  )
}
