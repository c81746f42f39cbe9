import type { Context } from '../../platform/context.ts'
import { greetWithSample } from '../sample/greet-with-sample.ts'
import type { GreetingSituation } from '../sample/greeting-situation.ts'

/** Lines that every start prints once it is ready, such as how to call the sample's deployment. */
export type Greeting = (ctx: Context, situation: GreetingSituation) => Promise<readonly string[]>

export const greetings: readonly Greeting[] = [greetWithSample]
