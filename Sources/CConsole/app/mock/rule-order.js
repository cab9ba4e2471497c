import { from, set, stringify } from '../kit/json.js';
import { setRule } from './mock-state.js';

/**
 * Moves a rule to another place among the rules. The order of a rule is a number of its own, so the rules that need
 * another number are set again, which also makes them count from the start; no others are.
 */
export async function moveRule(rules, name, to) {
  const next = rules.filter((rule) => rule.name !== name);
  next.splice(to, 0, rules.find((rule) => rule.name === name));
  const orders = next.map((rule) => rule.value.order ?? 0);
  const moved = next.findIndex((rule) => rule.name === name);
  const before = moved > 0 ? orders[moved - 1] : null;
  const after = moved < orders.length - 1 ? orders[moved + 1] : null;
  const isBetween = before === null || after === null || after - before > 1;
  if (isBetween) {
    orders[moved] = before === null ? after - 1 : before + 1;
  } else {
    orders.forEach((_, index) => { orders[index] = (index + 1) * 10; });
  }
  for (const [index, rule] of next.entries()) {
    if (orders[index] !== (rule.value.order ?? 0)) {
      await setRule(rule.name, stringify(set(rule.node, ['order'], from(orders[index]))));
    }
  }
}
