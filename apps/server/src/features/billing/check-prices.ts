import type { Context } from '../../platform/context.ts'
import { settleAlarms } from './alarms/alarms.store.ts'
import { raiseAlarm } from './alarms/raise-alarm.ts'
import { offeredPlansOf } from './catalogue.ts'
import type { ProvidedPrice } from './provider/billing-provider.ts'
import { openProvider } from './provider/open-provider.ts'

/** A price as the pages show it. */
type ShownPrice = Omit<ProvidedPrice, 'currency'>

const currency = 'usd'

/** Compares the prices that the pages show with those that the provider charges; a difference is an alarm. */
export async function checkPrices(ctx: Context): Promise<void> {
  if (!ctx.config.billing) return
  const shownPrices = offeredPlansOf(ctx.config).flatMap(({ id, period, price, usagePrices }) => {
    const usageShown = usagePrices.map((one): ShownPrice => {
      const cents = one.dollars * 100
      return { key: one.id, cents, interval: period, meter: one.meter }
    })
    const ofPeriod: ShownPrice = {
      key: id,
      cents: price * 100,
      interval: period,
      meter: undefined,
    }
    return price === 0 ? usageShown : [ofPeriod, ...usageShown]
  })
  const provider = await openProvider(ctx)
  const prices = await provider.listPrices(shownPrices.map(({ key }) => key))
  for (const shownPrice of shownPrices) {
    const difference = describeDifference(
      shownPrice,
      prices.find(({ key }) => key === shownPrice.key),
    )
    const alarm = { kind: 'price_differs', subject: shownPrice.key }
    if (difference === undefined) await settleAlarms(ctx, null, alarm)
    else
      await raiseAlarm(ctx, null, { ...alarm, detail: `Price “${shownPrice.key}”: ${difference}` })
  }
}

function describeDifference(
  shownPrice: ShownPrice,
  providedPrice: ProvidedPrice | undefined,
): string | undefined {
  if (!providedPrice) return 'the payment provider has no such price.'
  if (providedPrice.currency !== currency) return `it is charged in ${providedPrice.currency}.`
  // A price with tiers has no single sum of cents, which is a difference too.
  if (!(Math.abs(providedPrice.cents - shownPrice.cents) <= 1e-6)) {
    return `the pages show ${shownPrice.cents} cents, and ${providedPrice.cents} are charged.`
  }
  if (providedPrice.interval !== shownPrice.interval) {
    return `it is shown for a ${shownPrice.interval} and charged for a ${providedPrice.interval}.`
  }
  if (providedPrice.meter !== shownPrice.meter) {
    return `it belongs to the meter “${shownPrice.meter ?? 'none'}” and is charged by “${providedPrice.meter ?? 'none'}”.`
  }
  return undefined
}
