import { useState } from 'react'

/** The values of a form, and the failures of its fields, each of which lasts until its field changes. */
export function useFormValues<Values extends object>(initialValues: Values) {
  const [values, setValues] = useState(initialValues)
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  function change(changes: Partial<Values>) {
    setValues({ ...values, ...changes })
    setFailures(new Map([...failures].filter(([field]) => !(field in changes))))
  }
  return { values, failures, setFailures, change }
}
