import { useEffect, useState } from 'react'

/** Runs an action once nothing is on its way to the server. Returns the function that asks for it. */
export function useAfterSaving<Argument>(isBusy: boolean, run: (argument: Argument) => void) {
  const [request, setRequest] = useState<{ readonly argument: Argument }>()
  useEffect(() => {
    if (!request || isBusy) return
    setRequest(undefined)
    run(request.argument)
  })
  return (argument: Argument) => setRequest({ argument })
}
