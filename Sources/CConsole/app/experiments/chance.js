// What chance explains in the results of an experiment.
import { decimal, whole } from '../pages/text.js';

// The concentration of the server's check (SplitTest in Swift).
const concentration = 1000;

/**
 * The distance from the promised share that chance explains, however often one looks. Around `share` the evidence of the
 * server's check is nearly √(k / (n + k)) · exp(z² · n / (2 · (n + k))), where z is the distance in standard deviations.
 */
export function chanceMargin(share, units, alpha) {
  const spread = 1 + concentration / units;
  const deviations = Math.sqrt(spread * (2 * Math.log(1 / alpha) + Math.log(1 + units / concentration)));
  return deviations * Math.sqrt(share * (1 - share) / units);
}

/** The evidence against the weights as a number, from its logarithm. */
export function evidenceWords(logarithm) {
  return logarithm > Math.log(1e6) ? 'over 1,000,000' : whole(decimal(Math.exp(logarithm), 3));
}
