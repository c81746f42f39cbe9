import type { Context } from '../../platform/context.ts'
import { type GreetingSituation, greetWithSample } from '../sample/greet-with-sample.ts'

/** Returns lines that are printed at every start, such as how to call the sample deployment. */
export type Greeting = (ctx: Context, situation: GreetingSituation) => Promise<readonly string[]>

export const greetings: readonly Greeting[] = [greetWithSample]
