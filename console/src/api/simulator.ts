import { ApiError } from './api-error.js';
import { apiQuery } from './api-query.js';
import { callApi } from './call-api.js';
import type { Answer } from './types.js';

export type SimulatorFaults = Answer<'/api/v1/admin/simulator/faults', 'get'>;

export const FAULTS = '/simulator/faults';

/** The operator's alone; 404 `simulator_off` where the providers are real. */
export const faultsQuery = () => apiQuery<SimulatorFaults>(FAULTS);

/** Whether there is nothing to fail on wish, as the providers are real. */
export const isSimulatorOff = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'simulator_off';

/** From the next call on; the empty text ends all. @throws ApiError 400 naming `faults` */
export async function setFaults(faults: string): Promise<SimulatorFaults> {
  return (await callApi<SimulatorFaults>(FAULTS, { method: 'PUT', body: { faults } })).data;
}
