import './styles/index.css';
import { render } from 'preact';
import { App } from './app/app.js';
import { takeToken } from './app/token-in-address.js';
import { followOtherTabs } from './api/session.js';

followOtherTabs();
const place = document.getElementById('console');
if (place !== null) render(<App token={takeToken()} />, place);
