import { buildGateway } from '../e2e/process-gateway.js';

/** Builds dist/ before the files that start it, so that two of them that begin together do not both write it. */
export default function setUp(): void {
  buildGateway();
}
