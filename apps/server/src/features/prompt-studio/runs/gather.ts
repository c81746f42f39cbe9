/**
 * Does together what is asked for while an earlier round is under way; what is asked for in between is
 * done at once. `act` returns the results in the order of the items. When it throws, each item is
 * tried by itself, so that none fails for another's reason.
 */
export function gather<Item, Result>(act: Act<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isUnderWay = false

  const settleAll = async () => {
    isUnderWay = true
    // Whatever comes in the same turn belongs to the first round.
    await Promise.resolve()
    while (waiting.length > 0) {
      const round = waiting
      waiting = []
      await settle(act, round)
    }
    isUnderWay = false
  }

  return (item) => {
    const one = { item, ...Promise.withResolvers<Result>() }
    waiting.push(one)
    if (!isUnderWay) void settleAll()
    return one.promise
  }
}

type Act<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>
type Waiting<Item, Result> = { readonly item: Item } & PromiseWithResolvers<Result>

async function settle<Item, Result>(
  act: Act<Item, Result>,
  round: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await act(round.map(({ item }) => item))
    for (const [place, { resolve }] of round.entries()) resolve(results[place] as Result)
  } catch (error) {
    const [only, ...others] = round
    if (others.length === 0) only?.reject(error)
    else for (const one of round) await settle(act, [one])
  }
}
