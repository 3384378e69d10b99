import { describe, expect, it } from 'vitest';
import { parseFaultPlan } from '../../lib/fault-plan.js';
import { chooseFault, type FaultTarget } from './choose-fault.js';

const CLAUDE: FaultTarget = {
  model: 'claude-haiku-4-5',
  labs: ['vendora', 'provider_a'],
  account: 'default',
};
const never = () => 0.999;
const always = () => 0;

describe('chooseFault', () => {
  it.each([
    ['*', true],
    ['vendora/*', true],
    ['VendorA/Claude-Haiku-4-5', true],
    ['claude-haiku-4-5', true],
    ['provider_a/*', true],
    ['*#default', true],
    ['*#backup', false],
    ['vendorb/*', false],
    ['claude-haiku', false],
    ['vendor/*', false],
  ])('says whether %s meets a call of vendora/claude-haiku-4-5: %s', (pattern, isMet) => {
    const act = chooseFault(parseFaultPlan(`${pattern}=529`), CLAUDE, always);
    expect(act?.kind).toBe(isMet ? 'status' : undefined);
  });

  it('takes the first rule whose draw hits', () => {
    const rules = parseFaultPlan('*=529@0.2,*=delay:1s@0.5,*=quota');
    expect(chooseFault(rules, CLAUDE, always)?.kind).toBe('status');
    expect(chooseFault(rules, CLAUDE, () => 0.3)?.kind).toBe('delay');
    expect(chooseFault(rules, CLAUDE, never)?.kind).toBe('quota');
  });

  it('meets a batch that names no model by its lab alone', () => {
    const batch = { ...CLAUDE, model: undefined };
    expect(chooseFault(parseFaultPlan('vendora/*=503'), batch, always)?.kind).toBe('status');
    expect(chooseFault(parseFaultPlan('claude-haiku-4-5=503'), batch, always)).toBeUndefined();
  });
});
