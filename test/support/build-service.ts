import { buildGateway } from '../e2e/process-gateway.js';

/** Builds dist/ and console/dist/ before the files that start and show them, so that two that begin together do not both write there. */
export default function setUp(): void {
  buildGateway();
}
